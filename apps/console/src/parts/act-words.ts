/** What staff wrote down, in words, by the kind of the core's command. */
export const actWords: Readonly<Record<string, string>> = {
  takeRequest: '맡음',
  releaseRequest: '놓음',
  approveRequest: '승인',
  rejectRequest: '반려',
  completeRequest: '송금 확인',
  'decide APPROVED': '두 번째 승인',
  'decide REFUSED': '두 번째 거절',
  'decide FAILED': '승인했으나 실행되지 않음',
  activate: '비밀번호 정함',
  prove: '인증 앱의 번호 다시 확인',
  configure: '설정 변경',
  freezeWithdrawals: '출금 막기',
  createCoupon: '쿠폰 만들기',
  revokeCoupon: '쿠폰 거두기',
}
