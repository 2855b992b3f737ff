import { isApiError } from '@maru/client/api/error'
import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'

const texts = defineTexts(
  'refusal',
  { why: '입출금은 본인인증을 한 회원만 할 수 있습니다.', verify: '본인인증 하러 가기' },
  { why: 'Only members with a verified identity deposit and withdraw.', verify: 'Verify identity' },
)

/** Says why a request of money was refused; where an identity is missing, with the way to prove it, on which `keep` keeps the form. */
export function useRefusal(): (error: unknown, keep: () => void) => Promise<void> {
  const t = useTexts(texts)
  const navigate = useNavigate()
  return async (error, keep) => {
    if (!isApiError(error) || error.code !== 'KYC_REQUIRED') return showAlert(errorText(error))
    if (!(await askConfirm(t('why'), t('verify')))) return
    keep()
    void navigate('/more/security/verify?way=identity')
  }
}
