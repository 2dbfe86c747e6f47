DROP INDEX "approvals_open_request";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "order_digest" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_order" ON "approvals" USING btree ("tenant","sub","order_digest") WHERE "approvals"."state" in ('pending', 'approved', 'started');--> statement-breakpoint
CREATE INDEX "approvals_denied_order" ON "approvals" USING btree ("tenant","sub","order_digest") WHERE "approvals"."state" = 'denied' and "approvals"."has_content";