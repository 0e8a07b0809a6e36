import { openAccount, RefusedError } from './account.ts'
import { findAddress } from './address.ts'
import { readDeployConfig } from './config.ts'

type Settings = { bindings?: { name: string; text?: string }[] }

/**
 * Where the product is deployed: what the configuration says, else the deployed Worker itself.
 * @throws Error where no account can be asked
 */
export async function deployedUrl(): Promise<string> {
  const config = readDeployConfig()
  const account = await openAccount(config.account_id)
  if (config.vars.PUBLIC_URL) return String(config.vars.PUBLIC_URL)
  const settings = await account
    .call<Settings>('GET', `/workers/scripts/${config.name}/settings`)
    .catch((error) => {
      if (error instanceof RefusedError) return {} as Settings
      throw error
    })
  const text = settings.bindings?.find(({ name }) => name === 'PUBLIC_URL')?.text
  return text || (await findAddress(account, config, { domain: undefined, workersDev: false })).url
}
