// Reading the core's catalogue: parameters by path, defaults, names of policies.

const isObject = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);

export class Catalogue {
  constructor(data) { this.data = data; }

  experiment(id) { return this.data.experiments.find((e) => e.id === id); }

  /** Entries of a family that an experiment can use, e.g. the policies of bins. */
  family(name, experiment) {
    const entries = this.data.families[name] ?? [];
    return entries.filter((e) => !e.experiments || !experiment || e.experiments.includes(experiment));
  }

  entry(family, id) { return (this.data.families[family] ?? []).find((e) => e.id === id); }

  /** The parameters inside a part or a group, given the part's present value. */
  inner(param, value) {
    if (param.kind === 'group') return param.params ?? [];
    if (param.kind === 'part') return this.entry(param.family, value?.id ?? param.default?.id)?.params ?? [];
    if (param.kind === 'parts') return Array.from(value ?? [], (_, i) => this.item(param, i));
    return [];
  }

  /** One of many parts as a parameter of its own, named by its place; what has no id is the first of the family. */
  item(param, i) {
    const [first] = this.data.families[param.family];
    return { name: String(i), label: `${first.label} and the like`, kind: 'part', family: param.family, default: { id: first.id }, level: 'normal', group: param.group, help: param.help };
  }

  /** Pairs of a link in which what there was once one of goes by the name of the many. */
  modern(experiment, pairs) {
    const once = new Map(this.experiment(experiment).params.filter((p) => p.formerly).map((p) => [p.formerly, p.name]));
    return pairs.flatMap(([path, text]) => {
      const [head, ...rest] = path.split('.');
      if (!once.has(head)) return [[path, text]];
      return (rest.length === 0 || rest[0] === 'id') && text === 'none' ? [] : [[[once.get(head), '0', ...(rest.length ? rest : ['id'])].join('.'), text]];
    });
  }

  /** A configuration with the catalogue's defaults where it is silent; unknown keys are left out. */
  fill(params, value = {}) {
    const out = {};
    for (const p of params) out[p.name] = this.fillOne(p, value[p.name] ?? this.once(p, value));
    return out;
  }

  /** What stands under the name from when there was one part in place of many. */
  once(param, value) {
    const one = param.formerly && value[param.formerly];
    return one ? [one].filter((v) => v.id !== 'none') : undefined;
  }

  fillOne(param, value) {
    if (param.kind === 'group') return this.fill(param.params ?? [], isObject(value) ? value : {});
    if (param.kind === 'parts' && Array.isArray(value)) return Array.from(value, (v, i) => this.fillOne(this.item(param, i), v));
    if (param.kind !== 'part') return value === undefined ? param.default : value;
    const given = isObject(value) ? value : {};
    const id = given.id ?? param.default?.id;
    const base = id === param.default?.id ? param.default : {};
    return { id, ...this.fill(this.inner(param, { id }), { ...base, ...given }) };
  }

  filled(experiment, config) { return this.fill(this.experiment(experiment).params, config); }

  /** The description of the parameter at a path such as "policy.d"; undefined when there is none. */
  param(experiment, path, config) {
    let params = this.experiment(experiment).params;
    let value = this.filled(experiment, config);
    let found;
    for (const name of path.split('.')) {
      if (name === 'id' && found?.kind === 'part') return found;
      found = params.find((p) => p.name === name);
      if (!found) return undefined;
      value = value?.[name];
      params = this.inner(found, value);
    }
    return found;
  }

  /** What the core must be sent: as given, but a part that sets only parameters gets the id that they belong to. */
  complete(experiment, config) {
    return { experiment, ...this.named(this.experiment(experiment).params, structuredClone(config)) };
  }

  /** Gives ids to the parts of these values, inside groups and other parts too. */
  named(params, out) {
    for (const p of params) {
      const value = out[p.name];
      if (p.kind === 'parts' && Array.isArray(value)) this.named(this.inner(p, value), value);
      if (!isObject(value)) continue;
      if (p.kind === 'part') value.id ??= p.default?.id;
      this.named(this.inner(p, value), value);
    }
    return out;
  }

  /** [path, value] of every setting that differs from the base configuration, in catalogue order. */
  changes(experiment, config, base = {}) {
    const [full, standard] = [this.filled(experiment, config), this.filled(experiment, base)];
    return this.experiment(experiment).params.flatMap((p) => this.differences(p, full[p.name], standard[p.name], p.name));
  }

  differences(param, value, standard, path) {
    const below = (known) => this.inner(param, value).flatMap((p) => this.differences(p, value[p.name], known ? standard[p.name] : p.default, `${path}.${p.name}`));
    if (param.kind === 'group') return below(true);
    if (param.kind === 'parts' && Array.isArray(value) && value.length) {
      return this.inner(param, value).flatMap((p, i) => (standard?.[i] ? this.differences(p, value[i], standard[i], `${path}.${i}`)
        : [[`${path}.${i}.id`, value[i].id], ...this.inner(p, value[i]).flatMap((q) => this.differences(q, value[i][q.name], q.default, `${path}.${i}.${q.name}`))]));
    }
    if (param.kind === 'part') {
      const same = value.id === standard.id;
      return same ? below(true) : [[`${path}.id`, value.id], ...below(false)];
    }
    if (Array.isArray(value) && Array.isArray(standard) && value.length !== standard.length) return [[path, value]];
    return JSON.stringify(value) === JSON.stringify(standard) ? [] : [[path, value]];
  }

  /** "look at 2": the entry's short text with the names of its parameters replaced by their values. */
  shortName(policy) {
    const entry = this.entry('policies', policy.id);
    if (!entry) return String(policy.id);
    let text = entry.short ?? entry.label;
    for (const p of entry.params ?? []) {
      const v = policy[p.name] ?? p.default;
      if (typeof v === 'number') text = text.replace(new RegExp(`\\b${p.name}\\b`, 'g'), String(v));
    }
    return text;
  }

  /** The same, as a title. */
  name(policy) {
    const text = this.shortName(policy);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}
