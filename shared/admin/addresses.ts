/** Where moderators and staff decide about an item. */
export const caseAddress = (id: string): string => `/admin/cases?item=${encodeURIComponent(id)}`

/** Where they edit it. */
export const libraryAddress = (id: string): string => `/admin/library?item=${encodeURIComponent(id)}`
