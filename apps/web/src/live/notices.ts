import { create } from 'zustand'

/** What the house wants every member to read now. */
export interface Notice {
  readonly id: number
  readonly title: string
  /** HTML as the house wrote it; only its text and harmless marks are shown. */
  readonly content: string
}

/** Notices in the order in which they came, until each is read. */
export const useForcedNotices = create<{ queue: readonly Notice[] }>(() => ({ queue: [] }))

/** Puts a notice after those that are not read yet; one that came twice is shown once. */
export function showNotice(notice: Notice) {
  useForcedNotices.setState(({ queue }) =>
    queue.some(({ id }) => id === notice.id) ? { queue } : { queue: [...queue, notice] },
  )
}
