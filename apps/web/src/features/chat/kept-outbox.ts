import type { Outgoing } from './use-outbox.ts'

const key = 'maru:chat-outbox'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps what was not sent in a chat for as long as its tab lives, so that a reload loses nothing. */
export function keepOutbox(store: Store, chatId: number, waiting: readonly Outgoing[]): void {
  if (waiting.length === 0) store.removeItem(key)
  else store.setItem(key, JSON.stringify({ chatId, waiting }))
}

/** What was kept for this chat; nothing of another one. */
export function keptOutbox(store: Store, chatId: number): readonly Outgoing[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('chatId' in kept) || kept.chatId !== chatId) return []
    return 'waiting' in kept && Array.isArray(kept.waiting) ? (kept.waiting as Outgoing[]) : []
  } catch {
    return []
  }
}
