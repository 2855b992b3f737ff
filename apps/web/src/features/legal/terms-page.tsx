import { LegalPage } from './legal-page.tsx'
import { en, ko } from './terms-text.ts'

export default function TermsPage() {
  return <LegalPage contentId="terms" ko={ko} en={en} />
}
