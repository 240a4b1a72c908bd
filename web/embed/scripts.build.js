// Makes classic scripts of a bundle of modules: a module from another origin needs that origin's leave, a script does not. The entry and
// all that it imports become one script, and each module that is imported later one of its own, which a script element brings.

/** Keeps what modules export by their names; `load` brings the script that has one. Stands at the head of the entry. */
const RUNTIME = (files) => `const { currentScript: own } = document;
const home = own ? new URL(".", own.src).href : document.baseURI;
const files = ${JSON.stringify(files)}, given = {}, coming = {};
const need = (name) => given[name];
const give = (name, body) => { if (!given[name]) body(need, load, (exported) => { given[name] = exported; }); };
const bring = (file) => (coming[file] ??= new Promise((done, fail) => {
  const script = Object.assign(document.createElement("script"), { src: home + file, nonce: own?.nonce ?? "", onload: done, onerror: () => {
    coming[file] = undefined;
    fail(new Error(file + " did not come from " + home));
  } });
  document.head.append(script);
}));
const load = async (name) => {
  if (!given[name]) await bring(files[name]);
  return given[name];
};
globalThis[Symbol.for("p2c.parts")] = give;
`;

const exportedName = (node) => node.name ?? node.value;
/** An address in quotation marks, or between the ones of a template. */
const addressOf = ({ source }) => source.value ?? source.quasis[0].value.cooked;

/** The text of a chunk with its imports and exports made calls of `need`, `load` and `give`. */
function asBody(parse, { code, fileName }, nameOf) {
  const edits = [];
  const edit = ({ start, end }, text) => edits.push({ start, end, text });
  const exported = [];
  const need = (node) => `need(${JSON.stringify(nameOf(addressOf(node)))})`;
  const walk = (node) => {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(walk);
    if (node.type === 'ImportDeclaration') {
      const whole = node.specifiers.find((s) => s.type === 'ImportNamespaceSpecifier');
      const names = node.specifiers.filter((s) => s !== whole).map((s) => `${s.type === 'ImportDefaultSpecifier' ? 'default' : exportedName(s.imported)}: ${s.local.name}`);
      return edit(node, `${names.length ? `const { ${names.join(', ')} } = ${need(node)};` : ''}${whole ? `const ${whole.local.name} = ${need(node)};` : ''}`);
    }
    if (node.type === 'ImportExpression') return edit(node, `load(${JSON.stringify(nameOf(addressOf(node)))})`);
    if (node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source) {
      for (const { local, exported: as } of node.specifiers) exported.push(`get ${JSON.stringify(exportedName(as))}() { return ${local.name}; }`);
      return edit(node, '');
    }
    if (/^Export|^MetaProperty$/.test(node.type) && !(node.type === 'MetaProperty' && node.meta.name === 'new')) throw new Error(`${fileName} has a ${node.type}, of which no classic script can be made.`);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value);
  };
  walk(parse(code).body);
  let text = code;
  for (const { start, end, text: by } of edits.sort((a, b) => b.start - a.start)) text = text.slice(0, start) + by + text.slice(end);
  // There is nothing to load ahead of a script: Vite's mark for that list is taken out here, as Vite would later.
  return `${text.replaceAll('__VITE_PRELOAD__', 'void 0')}\nset({ ${exported.join(', ')} });`;
}

/** A chunk and all that it imports at once, what is imported first. */
function closure(bundle, chunk, seen = new Set()) {
  if (seen.has(chunk)) return seen;
  for (const name of chunk.imports) closure(bundle, bundle[name], seen);
  seen.delete(chunk);
  return seen.add(chunk);
}

/**
 * @param {{ entry: string, once: string, names: { [chunk: string]: string } }} options `entry`: name of the script; `once`: what is true
 *   where it has run before; `names`: of chunks that are imported later, what is added to the name of their script
 * @returns {import('vite').Plugin}
 */
export const classicScripts = ({ entry, once, names }) => ({
  name: 'p2c-classic-scripts',
  enforce: 'post',
  generateBundle(options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const nameOf = (address) => address.split('/').at(-1);
    const body = (chunk) => `give(${JSON.stringify(nameOf(chunk.fileName))}, (need, load, set) => {\n${asBody((code) => this.parse(code), chunk, nameOf)}\n});\n`;
    const first = chunks.find((chunk) => chunk.isEntry);
    const atOnce = closure(bundle, first);
    const later = chunks.filter((chunk) => chunk.isDynamicEntry && !atOnce.has(chunk));
    const files = Object.fromEntries(later.map((chunk) => [nameOf(chunk.fileName), `${entry}-${names[chunk.name] ?? this.error(`The chunk ${chunk.name} has no name.`)}.js`]));
    const scripts = [
      [`${entry}.js`, `if (!(${once})) {\n${RUNTIME(files)}${[...atOnce].map(body).join('')}}\n`],
      ...later.map((chunk) => [files[nameOf(chunk.fileName)], `(() => {\nconst give = globalThis[Symbol.for("p2c.parts")];\n${[...closure(bundle, chunk)].filter((one) => !atOnce.has(one)).map(body).join('')}})();\n`]),
    ];
    for (const chunk of chunks) delete bundle[chunk.fileName];
    for (const [fileName, source] of scripts) this.emitFile({ type: 'asset', fileName, source });
  },
});
