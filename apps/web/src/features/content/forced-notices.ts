import { call } from '@maru/client/api/client'
import { create } from 'zustand'
import { subscribe, useLink } from '../../live/index.ts'
import { useSession } from '../../session/store.ts'

/** What the house wants every member to read now. */
interface Notice {
  readonly id: number
  readonly title: string
  /** HTML as the house wrote it; only its text and harmless marks are shown. */
  readonly content: string
}

/** Notices in the order in which they came, until each is read. */
export const useForcedNotices = create<{ queue: readonly Notice[] }>(() => ({ queue: [] }))

const change = (next: (queue: readonly Notice[]) => readonly Notice[]) =>
  useForcedNotices.setState(({ queue }) => ({ queue: next(queue) }))

/**
 * Puts a notice after those that are not read yet. One that came twice is shown once; one that says something else by now takes the place
 * of what it said before, so that nobody confirms words that he did not see.
 */
export const showNotice = (notice: Notice) =>
  change((queue) =>
    queue.some(({ id }) => id === notice.id)
      ? queue.map((known) => (known.id === notice.id ? notice : known))
      : [...queue, notice],
  )

/** What was closed on this page: the house does not know what a guest read. */
const closed: Notice[] = []

/** Closes the notice that stands on the screen. */
export const closeNotice = () =>
  change(([read, ...queue]) => {
    if (read) closed.push(read)
    return queue
  })

const wasClosed = ({ id, title, content }: Notice): boolean =>
  closed.some((read) => read.id === id && read.title === title && read.content === content)

/** A notice ended, or the house took it back: nobody has to read it any more. */
export const takeBackNotice = (id: number) => change((queue) => queue.filter((notice) => notice.id !== id))

/**
 * Forced notices that came while this member was away, or that he never confirmed; those that ended or were taken back meanwhile go.
 * A guest is shown what was announced since he opened the page, whatever line he had then, and keeps what is before him and still holds.
 */
async function showUnread(): Promise<void> {
  const before = useForcedNotices.getState().queue
  const isMember = useSession.getState().status === 'success'
  try {
    const found = await call('GET /api/content/notice/forced')
    if (!Array.isArray(found)) return
    for (const { id } of before) if (!found.some((notice) => notice.id === id)) takeBackNotice(id)
    const openMs = Date.now() - performance.timeOrigin
    const isForGuest = (notice: (typeof found)[number]) =>
      before.some(({ id }) => id === notice.id) || (notice.ageMs < openMs && !wasClosed(notice))
    for (const notice of found) if (isMember || isForGuest(notice)) showNotice(notice)
  } catch (error) {
    // The next connection asks again.
    console.warn('live: no forced notices', error)
  }
}

/** Keeps them in step with the house until the returned function is called. */
export function followNotices(siteId: number): () => void {
  const ends = [
    subscribe(`/topic/notice/${siteId}`, {
      onMessage: ({ event, data }) => {
        // What came before the subscription is asked for, what comes after it is told.
        if (event === 'SNAPSHOT') void showUnread()
        else if (event === 'NOTICE') showNotice(data)
        else if (event === 'NOTICE_GONE') takeBackNotice(data.id)
      },
    }),
    // Where no socket opens, the notices of the page's opening come without it.
    useLink.subscribe(({ link }, before) => {
      if (link.kind === 'waiting' && before.link.kind === 'connecting') void showUnread()
    }),
  ]
  if (useLink.getState().link.kind === 'waiting') void showUnread()
  return () => {
    for (const end of ends) end()
  }
}
