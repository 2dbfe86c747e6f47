CREATE TABLE "approval_contents" (
	"approval_id" uuid PRIMARY KEY NOT NULL,
	"request" text NOT NULL,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"sub" text NOT NULL,
	"username" text NOT NULL,
	"departments" text[] NOT NULL,
	"session_id" bigint NOT NULL,
	"request_digest" text NOT NULL,
	"subject" jsonb NOT NULL,
	"thresholds" jsonb NOT NULL,
	"state" text NOT NULL,
	"votes" jsonb NOT NULL,
	"run" integer NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"has_content" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_contents" ADD CONSTRAINT "approval_contents_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_request" ON "approvals" USING btree ("tenant","sub","request_digest") WHERE "approvals"."state" in ('pending', 'approved', 'started');--> statement-breakpoint
CREATE INDEX "approvals_tenant" ON "approvals" USING btree ("tenant","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "approvals_until" ON "approvals" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "approvals_approved" ON "approvals" USING btree ("id") WHERE "approvals"."state" = 'approved';