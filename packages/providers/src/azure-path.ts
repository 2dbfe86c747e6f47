/**
 * Where an operation of OpenAI's stands at Azure, behind the address of a resource.
 *
 * Sources: https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle (v1, where a deployment is named as
 * the model) and https://learn.microsoft.com/azure/ai-foundry/openai/reference (versions with dates, where it stands in
 * the path of all operations but Responses).
 */
export function azurePath(operation: string, deployment: string, apiVersion: string | undefined): string {
  if (apiVersion === undefined) return `/openai/v1${operation}`
  const place = operation.startsWith('/responses') ? '' : `/deployments/${encodeURIComponent(deployment)}`
  return `/openai${place}${operation}?api-version=${encodeURIComponent(apiVersion)}`
}
