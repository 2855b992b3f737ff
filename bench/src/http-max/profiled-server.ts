import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/** The server itself; SIGUSR2 begins a profile of its processor time, the next one ends it and writes it to the file that `PROFILE` names. */
const session = new Session()
session.connect()
let isOn = false
process.on('SIGUSR2', () => void toggle())

async function toggle(): Promise<void> {
  isOn = !isOn
  if (isOn) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    await session.post('Profiler.start')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  writeFileSync(String(process.env['PROFILE']), JSON.stringify(profile))
}

await import('../../../apps/server/src/main.ts')
