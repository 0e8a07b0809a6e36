/** https://tc39.es/proposal-json-parse-with-source/ The language's own types do not have it yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object }

/** A number that JSON has with a point, also where it is whole: some clients' types are strict about it. */
export const float = (number: number): unknown => (Number.isInteger(number) ? rawJSON(`${number}.0`) : number)
