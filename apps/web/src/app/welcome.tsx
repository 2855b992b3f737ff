import { Suspense } from 'react'
import { create } from 'zustand'
import { useSession } from '../session/store.ts'
import { partThatComes } from './chunk-recovery.ts'

const WelcomeSheet = partThatComes(async () => (await import('../features/register/welcome-sheet.tsx')).WelcomeSheet)

const useWelcome = create<{ isDue: boolean }>(() => ({ isDue: false }))

/** Welcomes a member who has just signed up, on the page that he lands on. */
export const welcomeMember = () => useWelcome.setState({ isDue: true })

/** The welcome of a new member, once. */
export function Welcome() {
  const isDue = useWelcome((welcome) => welcome.isDue)
  const me = useSession((session) => session.me)
  if (!isDue || !me) return null
  return (
    <Suspense fallback={null}>
      <WelcomeSheet nick={me.nick} onClose={() => useWelcome.setState({ isDue: false })} />
    </Suspense>
  )
}
