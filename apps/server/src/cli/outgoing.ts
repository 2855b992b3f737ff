/**
 * `npm run outgoing`: lists calls that were given up or refused for good, newest first. Exit code 1: there are some.
 */
import { openBeside } from '../database/index.ts'
import { deadCalls } from '../outgoing/index.ts'
import type { Database } from '../ports.ts'
import { existingConfig, flagsOf, runCommand } from './command.ts'

const mostListed = 200

await runCommand('No list', async () => {
  flagsOf({}, 'npm run outgoing')
  const { db, close } = await openBeside({
    config: await existingConfig(),
    progress: console.log,
    onError: console.error,
  })
  try {
    return await list(db)
  } finally {
    await close()
  }
})

async function list(db: Database): Promise<number> {
  const calls = await db.system((tx) => deadCalls(tx, mostListed))
  for (const { siteId, id, kind, provider, state, attempts, closedAt, lastError } of calls) {
    const at = new Date(closedAt ?? 0).toISOString()
    console.log(`${at}  site ${siteId}  ${kind} ${id} to ${provider}: ${state} after ${attempts}: ${lastError ?? ''}`)
  }
  console.log(calls.length === 0 ? 'No call was given up.' : `${calls.length} calls were given up or refused.`)
  return calls.length === 0 ? 0 : 1
}
