export declare function installedIn(
  folder: string,
  withTools: boolean,
): { isEmpty: boolean; hasTools: boolean; missing: string[] }
