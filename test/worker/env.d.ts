import type { D1Migration } from '@cloudflare/vitest-plugin'
import type {} from 'vite/types/importMeta.d.ts'
import type { Bindings } from '../../worker/env.ts'

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import('../../worker/index.ts')
    }
    interface Env extends Required<Bindings> {
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}
