import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { childEnv } from './child-env.ts'

/** A command of the house in a process of its own; `env` stands for the whole environment but what `childEnv` adds. */
export function startCommand(
  name: 'audit' | 'backup' | 'restore' | 'restored',
  args: readonly string[],
  env: Record<string, string>,
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../src/cli/${name}.ts`), ...args], {
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  return { child, ended }
}

export const runCommand = (...of: Parameters<typeof startCommand>) => startCommand(...of).ended
