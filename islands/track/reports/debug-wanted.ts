/** §2 The debug log's switch: `?giphy-debug` or `?debug`. */
export const debugWanted = (search: string): boolean => /[?&](giphy-)?debug(?![\w-])/.test(search)
