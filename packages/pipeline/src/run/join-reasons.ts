import type { ApprovalReason } from '../layer.ts'

/** Where both questions hold, the approvers that either asks for are needed. */
export function joinReasons(
  first: ApprovalReason | undefined,
  second: ApprovalReason | undefined,
): ApprovalReason | undefined {
  const asked = [...(first?.approvers ?? []), ...(second?.approvers ?? [])]
  // A policy that holds for the action alone answers both questions.
  const approvers = [...new Map(asked.map((each) => [JSON.stringify(each), each])).values()]
  const reason = first ?? second
  return reason === undefined || approvers.length === 0 ? reason : { ...reason, approvers }
}
