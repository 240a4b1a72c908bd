import { fixed, plain, THIN } from './format.js';
import { isLong } from './numbers.js';

/** A setting in a few words, for the summary of a folded group. Empty for what is off. */
export function summaryOf(param, value, catalogue) {
  if (value === 0 && param.default === 0 && param.level === 'detail') return '';
  if (typeof value === 'number') return `${param.label.toLowerCase()} ${param.unit === '%' ? plain(Number((value * 100).toPrecision(6))) : Math.abs(value) >= 1000 ? fixed(value, 0) : plain(Number(value.toPrecision(6)))}${param.unit === '%' ? `${THIN}%` : ''}`;
  if (param.kind === 'group') return '';
  if (param.word && value === param.word.id) return `${param.label.toLowerCase()} ${value}`;
  if (typeof value === 'boolean') return value ? param.label.toLowerCase() : '';
  if (param.kind === 'parts') return (value ?? []).map((v) => catalogue.entry(param.family, v?.id)?.label.toLowerCase()).filter(Boolean).join(', ');
  if (isLong(value)) return `${fixed(value.length, 0)} ${param.label.toLowerCase()}`;
  if (Array.isArray(value)) return value.length ? value.join(', ') : '';
  if (param.kind === 'enum') return param.options.find((o) => o.id === value)?.label.toLowerCase() ?? String(value);
  if (param.kind === 'part' && value?.id === 'none') return '';
  if (param.kind === 'part') return catalogue.entry(param.family, value?.id)?.label.toLowerCase() ?? '';
  return String(value ?? '');
}
