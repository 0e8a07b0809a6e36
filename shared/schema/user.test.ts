import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { UserSchema } from './user.ts'

describe('§3 User', () => {
  it('is_verified, is_public and suppress_chrome are booleans', () => {
    expect(v.parse(UserSchema, { is_verified: 1, is_public: '0', suppress_chrome: 'true' })).toMatchObject({
      is_verified: true,
      is_public: false,
      suppress_chrome: true,
    })
  })

  it('is not public where the provider says nothing of it', () => {
    expect(v.parse(UserSchema, {})).toMatchObject({
      is_verified: false,
      is_public: false,
      suppress_chrome: false,
    })
  })

  it('id and names are text, links are links or nothing', () => {
    const user = { id: 7, username: null, display_name: ' A\u202eB ', profile_url: 'javascript:alert(1)' }
    expect(v.parse(UserSchema, user)).toMatchObject({
      id: '7',
      username: '',
      display_name: 'A B',
      attribution_display_name: '',
      profile_url: '',
      avatar_url: '',
    })
  })
})
