/** Lists of ids in the notation of HLO. */

/** `{{0,1},{2,3}}`. */
export const listsText = (lists: readonly (readonly number[])[]): string =>
  `{${lists.map((list) => `{${list.join(',')}}`).join(',')}}`;
