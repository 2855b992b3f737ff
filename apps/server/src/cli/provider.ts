/**
 * `npm run provider -- --site maru --provider bank < settings.json`: writes down where a site's provider is reached and the keys of both
 * directions, which are sealed. A running server uses them within seconds. docs/providers.md says what the file holds.
 */
import { isProviderName, providerNames } from '@maru/provider-protocol'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { openBeside } from '../database/index.ts'
import { ProviderSettings, providerBox, writeSettings } from '../providers/index.ts'
import { existingConfig, flagsOf, runCommand } from './command.ts'

const usage = 'npm run provider -- --site CODE --provider NAME < settings.json'

await runCommand('Nothing was written', async () => {
  const { site, provider } = flagsOf({ site: { type: 'string' }, provider: { type: 'string' } }, usage)
  if (site === undefined || provider === undefined) throw new ConfigError(`Usage: ${usage}`)
  if (!isProviderName(provider)) throw new ConfigError(`'${provider}' is none of ${providerNames.join(', ')}`)
  const settings = ProviderSettings.safeParse(await fromStandardInput())
  if (!settings.success) throw new ConfigError(z.prettifyError(settings.error).replace(/\s+/g, ' '))
  const config = await existingConfig()
  const opened = await openBeside({ config, progress: console.log, onError: console.error })
  try {
    await opened.db.system(async (tx) => {
      const [row] = await tx.query<{ id: string }>('select id from site where code = $1', [site])
      if (row === undefined) throw new ConfigError(`there is no site ${site}`)
      const siteId = Number(row.id)
      const written = { siteId, name: provider, settings: settings.data, now: Date.now() }
      await writeSettings(tx, providerBox(config.tokenSecret), written)
    })
  } finally {
    await opened.close()
  }
  console.log(`${provider} of ${site}: ${settings.data.baseUrl}`)
  return 0
})

async function fromStandardInput(): Promise<unknown> {
  const text = (await process.stdin.setEncoding('utf8').toArray()).join('')
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError('what came in is not JSON')
  }
}
