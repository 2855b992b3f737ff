import { create } from 'zustand'

/** What waits in an area, by its path: the figure behind its entry in the rail. */
export const useCounts = create<Readonly<Record<string, number>>>(() => ({}))
