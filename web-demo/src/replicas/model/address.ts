/** The state of the lab in the fragment of the address: `#tab=collectives&op=all-gather&devices=4`. */

import { titles, type Tab } from '../text/en.js';

/** The fields of a tab; the ones with their first value are left out. */
export type Fields = Readonly<Record<string, string>>;

export interface Place {
  readonly tab: Tab;
  readonly fields: Fields;
}

/** The characters of groups and shapes stay readable. */
const readable = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:5B|5D|7B|7D|2C|3A|3B|3C|3D|20)/g, (code) =>
    code === '%20' ? '+' : code === '%3B' ? code : decodeURIComponent(code),
  );

export function toHash({ tab, fields }: Place): string {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${readable(value)}`);
  return `#${[`tab=${tab}`, ...parts].join('&')}`;
}

/** The place in a fragment; nothing for a link to a part of the page. */
export function fromHash(hash: string): Place | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const tab = values.get('tab');
  if (tab === null || !(tab in titles)) return undefined;
  const fields = Object.fromEntries([...values].filter(([name]) => name !== 'tab'));
  return { tab: tab as Tab, fields };
}
