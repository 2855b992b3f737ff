/** `npm run backup -- --to DIR`: backs a house up, whether its server runs or not. */
import { backup } from '../backup/index.ts'
import { ConfigError } from '../config.ts'
import { existingConfig, flagsOf, folderOf, runCommand } from './command.ts'

const usage = 'npm run backup -- --to DIR [--pg-bin DIR]'

await runCommand('No backup', async (signal) => {
  const flags = flagsOf({ to: { type: 'string' }, 'pg-bin': { type: 'string' } }, usage)
  if (flags.to === undefined) throw new ConfigError(`--to names no folder\nUsage: ${usage}`)
  const to = folderOf(flags.to)
  const programs = flags['pg-bin'] === undefined ? null : folderOf(flags['pg-bin'])
  const began = performance.now()
  const { files, newestBatch, walPosition, source } = await backup({
    config: await existingConfig(),
    to,
    programs,
    signal,
  })
  const mebibytes = files.reduce((sum, { size }) => sum + size, 0) / 2 ** 20
  console.log(
    `The backup is in ${to}: ${files.length} files, ${mebibytes.toFixed(1)} MiB, ${((performance.now() - began) / 1_000).toFixed(1)} s.`,
  )
  const batch =
    newestBatch === null
      ? 'no batch of the journal yet'
      : `the journal up to batch ${newestBatch.epoch}/${newestBatch.seq}`
  console.log(`It was taken of a ${source} house and has ${batch}, the log up to ${walPosition}.`)
  console.log(
    'It holds the secrets of this installation (TOKEN_SECRET): who has it can read personal data and sign tokens. Keep it as you keep the server.',
  )
  return 0
})
