import { create } from 'zustand'

export const useWelcome = create<{ isDue: boolean }>(() => ({ isDue: false }))

/** Welcomes a member who has just signed up, on the page that he lands on. */
export const welcomeMember = () => useWelcome.setState({ isDue: true })
