import { execFile } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a test file that leaves a process or a server behind, or takes a fixed port, fails with its lines', async () => {
  const port = await freePort()
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'test/leaves-behind/vitest.config.ts',
  ]
  const run = promisify(execFile)(process.execPath, vitest, {
    cwd: root,
    env: { ...process.env, FIXED_PORT: String(port), NO_COLOR: '1' },
  })
  const { stdout, stderr } = await run.then(
    () => ({ stdout: 'it passed', stderr: '' }),
    (error: { stdout: string; stderr: string }) => error,
  )
  const output = stdout + stderr
  process.kill(Number(/left behind: (\d+)/.exec(output)?.[1]), 'SIGKILL')
  const file = 'test/leaves-behind/leaves-behind.fixture.ts'
  expect(output).toContain(`${file}:10 leaves the process`)
  expect(output).toContain(`${file}:7 leaves a listening server behind`)
  expect(output).toContain(`listens on port ${port}: listen on port 0`)
  expect(output.match(/ behind: end it/g)).toHaveLength(2)
})
