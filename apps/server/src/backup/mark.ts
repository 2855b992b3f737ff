import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'restored'

/** Says of a folder that is to be DATA_DIR that its house begins anew from a backup: the next start takes it over. */
export function writeMark(folder: string): void {
  writeFileSync(join(folder, fileName), `${randomUUID()}\n`, { mode: 0o600, flush: true })
}

/** What names the restore that DATA_DIR was made by; null: it was made by none that was not taken over yet. */
export function readMark(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, fileName), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The restore was taken over, durably. */
export const removeMark = (dataDir: string): void => rmSync(join(dataDir, fileName), { force: true })
