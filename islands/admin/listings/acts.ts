import { type Change, useAdmin } from '../admin.tsx'

/** A write, what takes it back, and what is said of it. */
export type Act = { go: () => Promise<unknown>; back: () => Promise<unknown>; said: string }

/** What changes a list by acts. @param failure the message for a failure that its calls alone know */
export function useActs(list: string, failure?: Change<Act>['failure']): Change<Act> {
  const { common } = useAdmin().texts
  return {
    list,
    write: ({ go }) => go(),
    message: ({ said }) => said,
    undo: ({ go, back }) => ({ go: back, back: go, said: common.undone }),
    failure,
  }
}
