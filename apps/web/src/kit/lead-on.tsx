import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Leads from a page to another one as soon as what the page has loaded names it. It leads nobody back who has gone elsewhere
 * since: the address is his next page's already while its code is on its way and the page before still stands.
 */
export function LeadOn({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    if (location.pathname === pathname) void navigate(to, { replace: true })
  }, [to, pathname, navigate])
  return null
}
