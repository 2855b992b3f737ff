/** What staff wrote down, in words, by the kind of the core's command. */
export const actWords: Readonly<Record<string, string>> = {
  takeRequest: '맡음',
  releaseRequest: '놓음',
  approveRequest: '승인',
  rejectRequest: '반려',
  completeRequest: '송금 확인',
}
