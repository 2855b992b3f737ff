// Runs one check as a process group of its own, so that nothing of it outlives it.
// Plain JavaScript without dependencies: the outer Node may be as old as 20.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './install.js'
import { environment, pinnedNode } from './run.js'

/** The path of a program that the repository depends on. */
export const bin = (path) => join(root, 'node_modules', path)

/** A run of checks that takes longer hangs. */
const hangsAfterMs = 60 * 60_000
const began = Date.now()

/** A check of some Vitest projects; `more` are further arguments. */
export const vitestCheck = (title, projects, more = []) => ({
  title,
  reportsTests: true,
  args: [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=./scripts/test-report.ts',
    ...projects.flatMap((project) => ['--project', project]),
    ...more,
  ],
})

/**
 * Runs a check under the pinned Node.js; `stdio` is inherit or pipe, which returns the output. Resolves with its exit code, how long it
 * took, the tests that it reported and, in `output`, why it failed where the check itself does not say so.
 */
export async function runCheck({ args, env = {}, reportsTests = false }, stdio) {
  const reports = mkdtempSync(join(tmpdir(), 'maru-check-'))
  const report = join(reports, 'tests.jsonl')
  const done = await runGroup(args, reportsTests ? { ...env, TEST_REPORT: report } : env, stdio)
  const lines = existsSync(report) ? readFileSync(report, 'utf8').split('\n') : []
  rmSync(reports, { recursive: true, force: true })
  return { ...done, tests: lines.filter(Boolean).map((line) => JSON.parse(line)) }
}

function runGroup(args, env, stdio) {
  const start = Date.now()
  const child = spawn(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: environment(env),
    detached: true,
  })
  groups.add(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    let hangs = false
    const deadline = setTimeout(
      () => {
        hangs = true
        killGroup(child.pid)
      },
      began + hangsAfterMs - Date.now(),
    )
    const end = async (code) => {
      clearTimeout(deadline)
      const left = await remainingOf(child.pid)
      killGroup(child.pid)
      groups.delete(child.pid)
      if (hangs) output += `It did not end within ${hangsAfterMs / 60_000} minutes of the whole run, and was killed.\n`
      for (const one of left) output += `It leaves a process behind: ${one}\n`
      const failed = hangs || left.length > 0
      if (failed && stdio === 'inherit') process.stdout.write(output)
      resolve({ code: failed ? 1 : code, output, seconds: (Date.now() - start) / 1_000 })
    }
    child.once('error', (error) => {
      output += error.message
      end(1)
    })
    child.once('close', end)
  })
}

const groups = new Set()

/** The terminal's signals do not reach a group of its own. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const group of groups) killGroup(group)
    process.exit(1)
  })

function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** What still runs of a group a moment after its first process has ended: those that were told to end need that long. */
async function remainingOf(group) {
  const end = Date.now() + graceMs
  for (;;) {
    const remaining = membersOf(group)
    if (remaining.length === 0 || Date.now() > end) return remaining
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const graceMs = 5_000

/** Command lines of the processes of a group that run; where the system does not list them, none. */
function membersOf(group) {
  if (group === undefined || !existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // After the name in parentheses: state, parent, group.
        const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        if (Number(pgrp) !== group || state === 'Z') return []
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()]
      } catch {
        return []
      }
    })
}
