/** `npm run restore -- --from DIR`: makes the house of a backup in an empty DATA_DIR, then audits it. */
import { restore } from '../backup/index.ts'
import { ConfigError, readConfig } from '../config.ts'
import { openAll } from '../database/index.ts'
import { configUnder, environmentWithSecrets, flagsOf, folderOf, root, runCommand } from './command.ts'

const usage = 'npm run restore -- --from DIR [--pg-bin DIR]'

await runCommand('No restore', async (signal) => {
  const flags = flagsOf({ from: { type: 'string' }, 'pg-bin': { type: 'string' } }, usage)
  if (flags.from === undefined) throw new ConfigError(`--from names no folder\nUsage: ${usage}`)
  const programs = flags['pg-bin'] === undefined ? null : folderOf(flags['pg-bin'])
  const { manifest, config } = await restore({
    from: folderOf(flags.from),
    programs,
    signal,
    configUnder: underSecretOf,
  })
  console.log(`The backup of ${manifest.madeAt} is in ${config.dataDir}. It is audited now.`)
  // Half of the server, which no refusal waits for.
  const { reportAudit } = await import('./audit-report.ts')
  const opened = await openAll({ config, progress: console.log, onError: console.error })
  return reportAudit(opened, 'full', signal)
})

/** A house under another secret could not read what this one encrypted. */
function underSecretOf(backupSecret: string) {
  const { TOKEN_SECRET: secret, TOKEN_SECRET_OLD: old } = environmentWithSecrets()
  if (secret && old === backupSecret) return readConfig(process.env, root)
  if (secret && secret !== backupSecret)
    throw new ConfigError(
      'TOKEN_SECRET is not the one that the backup was made under: give that one, name it as TOKEN_SECRET_OLD, or unset it',
    )
  return configUnder(backupSecret)
}
