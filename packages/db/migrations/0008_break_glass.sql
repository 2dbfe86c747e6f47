CREATE TABLE "break_glass_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"session_id" bigint NOT NULL,
	"session_sub" text NOT NULL,
	"reason" text NOT NULL,
	"entity_types" text[] NOT NULL,
	"duration_minutes" integer NOT NULL,
	"is_drill" boolean NOT NULL,
	"opened_by" text NOT NULL,
	"opened_roles" text[] NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"confirm_until" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_roles" text[],
	"confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"revoked_by" text,
	"revoked_at" timestamp with time zone,
	"proven_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "break_glass_grants_tenant" ON "break_glass_grants" USING btree ("tenant","opened_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "break_glass_grants_proven" ON "break_glass_grants" USING btree ("tenant","proven_at") WHERE "break_glass_grants"."proven_at" is not null;