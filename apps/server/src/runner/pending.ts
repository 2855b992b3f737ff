import type { Command } from '@maru/core'
import type { Told } from '../ports.ts'

/** A command and who waits for its reply. */
export interface Pending {
  readonly command: Command
  resolve(reply: Told): void
  reject(error: Error): void
}
