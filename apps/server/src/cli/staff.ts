/**
 * `npm run staff -- --reset-totp <username> --reason <text>`: ends the authenticator app of a SUPER, for when no two SUPERs are left who could
 * do it at the console. He signs in with his own password and enrols a new one. It stands in the log of staff.
 */
import { ConfigError } from '../config.ts'
import { allocateIds, openBeside } from '../database/index.ts'
import { resetTotpHere } from '../members/index.ts'
import { existingConfig, flagsOf, runCommand } from './command.ts'

const usage = 'npm run staff -- --reset-totp <username> --reason <text> [--site <id>]'

await runCommand('No reset', async () => {
  const options = { 'reset-totp': { type: 'string' }, reason: { type: 'string' }, site: { type: 'string' } } as const
  const { 'reset-totp': username, reason, site = '1' } = flagsOf(options, usage)
  if (username === undefined || !reason?.trim() || !/^[1-9]\d{0,14}$/.test(site))
    throw new ConfigError(`Usage: ${usage}`)
  const { db, close } = await openBeside({
    config: await existingConfig(),
    progress: console.log,
    onError: console.error,
  })
  try {
    const ids = await allocateIds(db, console.error)
    const done = await resetTotpHere({ db, ids, now: Date.now() }, { siteId: Number(site), username, reason })
    if (!done) throw new ConfigError(`site ${site} has no SUPER ${username}`)
    console.log(`The authenticator app of ${username} ended. He signs in with his password and enrols a new one.`)
    return 0
  } finally {
    await close()
  }
})
