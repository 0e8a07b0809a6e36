import { attempt } from './page.ts'

/** Where a browser keeps that someone of the staff has used it: public pages fetch the tools then. It gives no right. */
const KEY = 'loopframe-staff'

export const isMarked = (): boolean => attempt(() => localStorage.getItem(KEY)) === '1'
export const mark = (): void => void attempt(() => localStorage.setItem(KEY, '1'))
export const unmark = (): void => void attempt(() => localStorage.removeItem(KEY))
