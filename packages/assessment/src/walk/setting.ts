import type { Setting } from '../model/detection.ts'

const VENDORED =
  /(?:^|\/)(?:vendor|vendored|node_modules|bower_components|third[-_]?party|3rdparty|external|site-packages|Pods|Carthage)\//i
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|specs?|testdata|test-data|fixtures|it|e2e|integration-?tests?|[a-z]+Tests?|testFixtures|[^/]+\.(?:Unit|Integration|Functional)?Tests?)\//
const TEST_FILE =
  /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|[^/]*(?:_test\.(?:go|py|rb|cc|cpp|c|rs|dart|exs)|_spec\.(?:rb|lua)|[.-](?:test|spec)\.[cm]?[jt]sx?|Tests?\.(?:java|kt|cs|swift|php|scala|groovy|m|mm)|(?:Spec|Suite)\.(?:scala|groovy)|TestCase\.(?:java|php)|IT\.java|\.bats))$/

/** Where a file stands in its project, by its path relative to the scanned root: folders above it do not count. */
export function settingOf(file: string): Setting {
  if (VENDORED.test(file)) return 'vendored'
  return isTestPlace(file) ? 'test' : 'product'
}

/** Whether a file is there to test something, by its path relative to the scanned root; also one that others made. */
export function isTestPlace(file: string): boolean {
  return TEST_FOLDER.test(file) || TEST_FILE.test(file)
}
