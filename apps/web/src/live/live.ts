import { channelsOf } from '@maru/client/live/channels'
import { openLive } from '@maru/client/live/open'
import { idle, type Link } from '@maru/client/live/reconnect'
import { create } from 'zustand'
import { clock } from '../shell/server-clock.ts'
import { createPriceStore } from './price-store.ts'

/** Every price that the page shows. */
export const prices = createPriceStore()

/** The state of the connection, for the mask and for the age of prices. */
export const useLink = create<{
  link: Link
  /** The page waits for the server, to be loaded anew. */
  reloading: boolean
}>(() => ({ link: idle, reloading: false }))

export const { connection } = openLive((link) => useLink.setState({ link }), clock)

/** Listens to a destination until the returned function is called. All live data comes in here. */
export const subscribe = channelsOf(connection)
