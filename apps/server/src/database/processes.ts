import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** SIGINT asks for an orderly end, SIGQUIT for an immediate one with replay at the next start. */
export async function end(pid: number, patienceMs: number): Promise<void> {
  if (patienceMs > 0) {
    signal(pid, 'SIGINT')
    if (await gone(pid, patienceMs)) return
  }
  signal(pid, 'SIGQUIT')
  if (await gone(pid, 5_000)) return
  signal(pid, 'SIGKILL')
  await gone(pid, 1_000)
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (alive(pid)) {
    if (Date.now() >= deadline) return false
    await sleep(10)
  }
  return true
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Whether it ended but was not waited for: its number is still there, it is not. */
export function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** How many living processes have the cluster as their working folder, as every process of a server on it does; Linux only. */
export function processesIn(clusterDir: string): number {
  const folder = realpathSync(clusterDir)
  return readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === folder
    } catch {
      return false // it ended in this moment, is a zombie, or is somebody else's
    }
  }).length
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Whether the process is a PostgreSQL on this cluster, as far as the operating system shows. */
export function isPostgresOn(pid: number, clusterDir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(clusterDir)
  } catch {
    return true
  }
}
