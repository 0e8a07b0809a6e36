import { field, form } from './form-rows.ts'

const CODE = field('code', 'factorCode', { wrong: 'codeWrong', autoComplete: 'one-time-code', max: 64 })
const OVER = { conflict: { text: 'secondOver' } } as const

/** The second step of a sign-in. */
export const SECOND_STEP = form('second', [CODE], 'signIn', {
  problems: {
    ...OVER,
    unauthorized: { text: 'codeWrong', field: 'code' },
    suspended: { text: 'loginSuspended' },
  },
})
/** A sign-in by a passkey, as the second step or by itself: a script fills it in. */
export const BY_PASSKEY = form('passkey', [], 'passkeySignIn', {
  tone: 'quiet',
  problems: {
    ...OVER,
    unauthorized: { text: 'passkeyWrong' },
    'invalid-input': { text: 'passkeyWrong' },
    suspended: { text: 'loginSuspended' },
  },
})
