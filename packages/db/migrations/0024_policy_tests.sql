ALTER TABLE "policies" ADD COLUMN "tests" jsonb;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD COLUMN "tests" jsonb;