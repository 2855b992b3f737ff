/**
 * `npm run audit`: compares every balance of a house with what it must be, whether its server runs or not. With `-- --full` every posting
 * is read, otherwise the newest closing sums and what came after them. Exit code 1: something does not balance.
 */
import { openBeside } from '../database/index.ts'
import { existingConfig, flagsOf, runCommand } from './command.ts'

await runCommand('No audit', async (signal) => {
  const { full } = flagsOf({ full: { type: 'boolean', default: false } }, 'npm run audit [-- --full]')
  const opened = await openBeside({ config: await existingConfig(), progress: console.log, onError: console.error })
  // What refuses the call is told before the half of the server is loaded that an audit needs.
  const { reportAudit } = await import('./audit-report.ts')
  return reportAudit(opened, full ? 'full' : 'since-closing', signal)
})
