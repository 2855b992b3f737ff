import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../session/store.ts'
import { landingOf, lastOpened } from '../shell/landing.ts'
import { useSite } from '../site/store.ts'
import { forgetWanted, wantedPage } from './guard.ts'

/** Pages that a member passes on to where he wanted to go. */
export const isPassing = (path: string) =>
  path === '/' || path === '/signin' || path === '/register' || path.startsWith('/ref/')

/** Takes a member who has signed in to the page that he asked for, else to his landing page. Renders nothing. */
export function SessionLanding() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const signedIn = useSession(({ status }) => status === 'success')
  const site = useSite(({ site }) => site)
  const passes = isPassing(pathname)
  const lands = signedIn && site !== null && passes
  useEffect(() => {
    if (lands && site) void navigate(wantedPage() ?? landingOf(lastOpened(site.code), site), { replace: true })
  }, [lands, site, navigate])
  // Not when the page is asked for: its code may take longer to come than the second.
  useEffect(() => {
    if (signedIn && !passes) forgetWanted()
  }, [signedIn, passes])
  return null
}
