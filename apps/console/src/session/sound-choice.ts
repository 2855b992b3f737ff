import type { AlarmKind } from '@maru/contract'
import { create } from 'zustand'

/** What a console can chime for: whatever raises an alarm, and a member who waits in a chat. */
export type SoundKind = AlarmKind | 'CHAT'
export const soundKinds = [
  'DEPOSIT',
  'WITHDRAWAL',
  'APPROVAL',
  'SUSPENSE',
  'DISPUTE',
  'STOP',
  'PROVIDER',
  'JOB',
  'CHAT',
] as const satisfies readonly SoundKind[]

const key = 'maru:console:sound'

/** What chimes in this browser: everything until somebody chooses. */
export const useSoundChoice = create<{ readonly kinds: readonly SoundKind[] }>(() => ({ kinds: read() }))

/** Chooses what chimes, for this browser. */
export function chooseSounds(kinds: readonly SoundKind[]): void {
  useSoundChoice.setState({ kinds })
  localStorage.setItem(key, JSON.stringify(kinds))
}

function read(): readonly SoundKind[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (Array.isArray(stored)) return soundKinds.filter((kind) => stored.includes(kind))
  } catch {
    // Someone else's value under this key.
  }
  return soundKinds
}
