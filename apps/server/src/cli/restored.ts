/**
 * `npm run restored`: says that the house of DATA_DIR or DATABASE_URL was restored by other means than `npm run restore`, such as a copied
 * folder or a snapshot of its disk. The next start bars payouts until each provider was asked what was paid since.
 */
import { ConfigError } from '../config.ts'
import { isLocked, openBeside } from '../database/index.ts'
import { tellRestored } from '../restoration/index.ts'
import { existingConfig, flagsOf, runCommand } from './command.ts'

await runCommand('Not noted', async () => {
  flagsOf({}, 'npm run restored')
  const config = await existingConfig()
  if (config.databaseUrl === null && (await isLocked(config.dataDir)))
    throw new ConfigError(`the house of DATA_DIR=${config.dataDir} runs: stop it first, it pays members out`)
  const { db, close } = await openBeside({ config, progress: console.log, onError: console.error })
  try {
    await tellRestored(db)
  } finally {
    await close()
  }
  console.log('Noted. The next start bars payouts until each provider was asked what was paid since the backup.')
  return 0
})
